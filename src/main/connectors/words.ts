/** What main says of saved filters. */
export const savedFilterWords = {
  noName: 'Enter a name.',
  longName: (most: number) => `Keep the name to ${most} characters.`,
  full: (most: number) => `You can save ${most} filters: delete one first.`
}
