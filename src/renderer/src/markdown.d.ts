/** The build reads Markdown (scripts/guide.ts). */
declare module '*.md' {
  const sections: unknown
  export default sections
}
