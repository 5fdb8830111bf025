/**
 * What a page of the app may do: its own scripts, styles, fonts and images, and no network at all. No text becomes
 * markup or script but through Svelte's own policy, which no other script can reach or make again. The pages say it in
 * their head as well; as a header it also holds before the head is read, and keeps the pages out of frames.
 */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html"
