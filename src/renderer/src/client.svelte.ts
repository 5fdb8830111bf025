import { createContext } from 'svelte'
import { AppError, type Reply, toAppError } from '../../shared/errors'
import type { Channel, DeskBridge, EventName, EventPayload, Request, Response } from '../../shared/ipc'

type Arguments<C extends Channel> = undefined extends Request<C> ? [] : [request: Request<C>]

/** The renderer's only way to main. State classes get it as an argument; tests give them a fake. */
export interface Client {
  /** @throws AppError, always, even if main cannot be asked at all. */
  call<C extends Channel>(channel: C, ...args: Arguments<C>): Promise<Response<C>>
  /** @returns a function that ends the subscription */
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void
}

/** For parts that load when they open, and keep their own state. */
export const [useClient, provideClient] = createContext<Client>()

/** The bridge from the preload. No other file touches it. */
export function windowBridge(): DeskBridge {
  return (window as unknown as { desk: DeskBridge }).desk
}

/**
 * Types the bridge. `$state` proxies cannot be cloned across it, so this takes snapshots of requests, once for all
 * callers; that needs a `.svelte.ts` file.
 */
export function bridgeClient(bridge: DeskBridge): Client {
  return {
    async call<C extends Channel>(channel: C, ...args: Arguments<C>) {
      const answer = await bridge.invoke(channel, $state.snapshot(args[0])).catch((thrown: unknown) => {
        throw toAppError(thrown)
      })
      const envelope = JSON.parse(answer) as Reply<Response<C>>
      if (!envelope.ok) throw AppError.from(envelope.error)
      return envelope.value
    },
    on(event, listener) {
      return bridge.on(event, (payload) => listener(JSON.parse(payload) as EventPayload<typeof event>))
    }
  }
}
