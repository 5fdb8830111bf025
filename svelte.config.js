/** The old syntax is a compile error. */
export default {
  compilerOptions: { runes: true }
}
