import { utilityProcess } from 'electron'
import type { NumberedAnswer } from './keytar-child'
import child from './keytar-child?modulePath'
import type { KeytarLink } from './keytar-link'

const gone = 'The process that asks the keychain ended.'

/** Runs keytar in a process that ends with the app. */
export function keytarProcess(): KeytarLink {
  const forked = utilityProcess.fork(child, [], { serviceName: 'Keychain' })
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  let asked = 0
  let ended = false
  forked.on('message', (message: NumberedAnswer) => {
    const question = waiting.get(message.number)
    waiting.delete(message.number)
    if ('answer' in message) question?.resolve(message.answer)
    else question?.reject(new Error(message.problem))
  })
  forked.once('exit', () => {
    ended = true
    for (const { reject } of waiting.values()) reject(new Error(gone))
  })
  return {
    ask({ method, args }) {
      if (ended) return Promise.reject(new Error(gone))
      const number = ++asked
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject })
        forked.postMessage({ number, method, args })
      })
    },
    ended: () => ended,
    end: () => void forked.kill()
  }
}
