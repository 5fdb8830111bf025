interface ImportMetaEnv {
  /** The commit the app is built from (scripts/build.mjs); empty outside of a repository. */
  readonly MAIN_VITE_COMMIT?: string
}
