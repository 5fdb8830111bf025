export type Say = (line: string) => void

/** Puts a service's text on one line, so that nobody can forge another line. */
export const openOutput =
  (print: (text: string) => void, now: () => number): Say =>
  (line) =>
    print(`${new Date(now()).toISOString()} ${line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')}\n`)
