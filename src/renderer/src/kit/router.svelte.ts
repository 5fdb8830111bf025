import { createContext } from 'svelte'
import { z } from 'zod'
import { viewLabels, type ViewLabelled } from '../../../shared/app/view'
import type { Keepable } from './window-state.svelte'

const views = Object.keys(viewLabels) as ViewLabelled[]
/** The view names a hash may hold. */
const names = [...views, 'add-workspace'] as const
export type ViewName = (typeof names)[number]

/** Names in the state of earlier versions. */
const earlierNames: Readonly<Record<string, ViewName>> = { queue: 'issues', collections: 'data' }

const home: ViewName = 'issues'

const view = z.enum(views).catch(home)
const kept = z.preprocess((from) => earlierNames[String(from)] ?? from, view)

function parse(hash: string): ViewName {
  const asked = hash.replace('#/', '')
  return names.find((name) => name === (earlierNames[asked] ?? asked)) ?? home
}

/**
 * The hash holds the view, so that back and forward work. The view returns at the next start, unless the operator, a
 * link or a notification has chosen another.
 */
export class Router implements Keepable {
  #view = $state<ViewName>(parse(location.hash))
  #staying = 0
  #next: ViewName | null = null

  get view(): ViewName {
    return this.#view
  }

  get kept(): ViewName {
    return view.parse(this.#view)
  }

  restore(from: unknown): void {
    if (location.hash === '') this.go(kept.parse(from))
  }

  go(view: ViewName): void {
    if (this.#staying > 0) {
      this.#next = view
      return
    }
    location.hash = `#/${view}`
    this.#view = view
  }

  follow(view: string): void {
    const known = names.find((name) => name === view)
    if (known) this.go(known)
  }

  /**
   * The operator sees the end of an act; a view chosen meanwhile follows then.
   * @returns a function that releases it
   */
  stay(): () => void {
    this.#staying++
    return () => {
      this.#staying--
      const next = this.#next
      if (this.#staying > 0 || next === null) return
      this.#next = null
      this.go(next)
    }
  }

  /** @returns a function that stops listening */
  start(): () => void {
    const follow = () => {
      const asked = parse(location.hash)
      if (this.#staying === 0) this.#view = asked
      else if (asked !== this.#view) {
        this.#next = asked
        location.hash = `#/${this.#view}`
      }
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }
}

export const [useRouter, provideRouter] = createContext<Router>()
