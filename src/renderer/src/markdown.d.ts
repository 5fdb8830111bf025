/** Markdown is read when the app is built (scripts/guide.ts). */
declare module '*.md' {
  const sections: unknown
  export default sections
}
