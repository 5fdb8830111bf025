/** Three numbers: "1.4.0". */
export const releaseVersion = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/

const numbersOf = (version: string) => version.split(/[.+~-]/, 3).map(Number)

/** > 0 if the first is newer, 0 if equal, < 0 if older. Ignores a packager's suffix (`0.1.0+electron42`). */
export function compareVersions(one: string, other: string): number {
  const than = numbersOf(other)
  return numbersOf(one).reduce((known, number, at) => known || number - (than[at] ?? 0), 0)
}
