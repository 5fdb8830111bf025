/** Three numbers, as a release is called: "1.4.0". */
export const releaseVersion = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/

const numbersOf = (version: string) => version.split(/[.+~-]/, 3).map(Number)

/**
 * Whether one release is newer than another (> 0), the same (0) or older (< 0). What a packager adds after the three
 * numbers of a version (`0.1.0+electron42`) is not compared.
 */
export function compareVersions(one: string, other: string): number {
  const than = numbersOf(other)
  return numbersOf(one).reduce((known, number, at) => known || number - (than[at] ?? 0), 0)
}
