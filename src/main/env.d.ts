interface ImportMetaEnv {
  /** The commit the app is built from, where whoever builds it says so. */
  readonly MAIN_VITE_COMMIT?: string
}
