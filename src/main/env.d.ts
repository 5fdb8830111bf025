interface ImportMetaEnv {
  /** The commit the app is built from (scripts/build.mjs); empty outside of a repository. */
  readonly MAIN_VITE_COMMIT?: string
}

/** The client alone: the package itself looks for a native one, as the environment asks. */
declare module 'pg/lib/client' {
  import { Client } from 'pg'
  /** `processID`: of the server's process that serves it. */
  export default class extends Client {
    readonly processID: number
  }
}
