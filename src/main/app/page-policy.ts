/**
 * No network. Text becomes markup or script only through Svelte's policy, which no other script can use or recreate.
 * The header also applies before the page's head is read, and forbids frames.
 */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html"
