/** Markdown is read when the app is built (scripts/guide.ts). */
declare module '*.md' {
  const sections: readonly import('./guide/section').Section[]
  export default sections
}
