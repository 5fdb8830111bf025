export function unique(words: readonly string[]): string[] {
  return [...new Set(words)]
}
