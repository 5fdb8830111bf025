import { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/errors'
import type { Region } from '../../shared/model/region'

export type PracticeAddresses = Record<Region, { url: string; bearerToken: string }>

/** The practice service inside the app: started when first asked for, one address and token per region. */
export interface PracticeHost {
  start(): Promise<PracticeAddresses>
  stop(): Promise<void>
}

/** Runs it in a thread of its own, so that making a page of records never holds up the main process. */
export function practiceInWorker(bundle: URL): PracticeHost {
  let worker: Worker | undefined
  let started: Promise<PracticeAddresses> | undefined
  return {
    start() {
      started ??= new Promise<PracticeAddresses>((resolve, reject) => {
        worker = new Worker(bundle)
        worker.once('message', resolve)
        worker.once('error', (error) => {
          started = undefined
          reject(new AppError('internal', `The practice service did not start: ${error.message}`))
        })
      })
      return started
    },
    async stop() {
      started = undefined
      await worker?.terminate()
    }
  }
}
