import { createContext } from 'svelte'
import type { Client } from '../client.svelte'

/** The way to tickets, for parts that load when they are first opened. */
export const [useTickets, provideTickets] = createContext<Client>()

/** Counts what this window did with tickets: lists read them again. */
export const ticketNews = $state({ count: 0 })
