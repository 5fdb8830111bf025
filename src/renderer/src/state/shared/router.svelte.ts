/** The view names a hash may hold; the rail and the page are made from `views.ts`. */
const names = [
  'queue',
  'connectors',
  'passthrough',
  'mappings',
  'collections',
  'webhooks',
  'activity',
  'settings',
  'add-workspace'
] as const
export type ViewName = (typeof names)[number]

const home: ViewName = 'connectors'

function parse(hash: string): ViewName {
  return names.find((name) => hash === `#/${name}`) ?? home
}

/** Where the operator is, kept in the hash, so that back and forward work as in any window. */
export class Router {
  #view = $state<ViewName>(parse(location.hash))

  get view(): ViewName {
    return this.#view
  }

  go(view: ViewName): void {
    location.hash = `#/${view}`
    this.#view = view
  }

  /** Goes where main asks to; a name this window does not know is no place to go to. */
  follow(view: string): void {
    const known = names.find((name) => name === view)
    if (known) this.go(known)
  }

  /** @returns a function that stops listening */
  start(): () => void {
    const follow = () => (this.#view = parse(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }
}
