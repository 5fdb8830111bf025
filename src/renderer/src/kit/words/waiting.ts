export const waitingWords = {
  limited: (left: string) => `Waiting ${left} (rate limit).`,
  retrying: (left: string) => `Retrying in ${left}.`,
  quiet: {
    connection: (length: string) => `no connection for ${length}`,
    answer: (length: string) => `no answer for ${length}`,
    rest: (length: string) => `hardly any data for ${length}`,
    turn: (length: string) => `waiting ${length} for its turn (rate limit)`
  }
}
