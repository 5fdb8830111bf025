/** Says something to whoever reads the log: a line for each event. */
export type Say = (line: string) => void

/** A service's own words are in one line, too: nobody can write another one into the log. */
export const openOutput =
  (print: (text: string) => void, now: () => number): Say =>
  (line) =>
    print(`${new Date(now()).toISOString()} ${line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')}\n`)
