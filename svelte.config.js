/** Runes only: a component that slips back into the old syntax is a compile error. */
export default {
  compilerOptions: { runes: true }
}
