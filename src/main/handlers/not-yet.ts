import { AppError } from '../../shared/errors'

type Refusals<C> = { [K in keyof C]: () => Promise<never> }

/** Channels whose handlers are being built. */
export function notYet<C extends object>(channels: C): Refusals<C> {
  const refuse = async () => {
    throw new AppError('not-permitted', 'This version cannot do that yet.')
  }
  return Object.fromEntries(Object.keys(channels).map((channel) => [channel, refuse])) as unknown as Refusals<C>
}
