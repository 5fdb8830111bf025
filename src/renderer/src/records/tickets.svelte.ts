import { createContext } from 'svelte'
import type { Client } from '../client.svelte'

/** The way to tickets, for parts that load when they are first opened. */
export const [useTickets, provideTickets] = createContext<Client>()
