import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../fixtures/app'

export interface Prepared {
  /** How many of each there are; 0 where not given, but 100,000 HRIS connectors. */
  connectors?: number
  ats?: number
  lms?: number
  employees?: number
  /** What each answer waits, ms. */
  latencyMs?: number
}

/** Starts the service with prepared pages, in a process of its own. */
export async function prepared(options: Prepared): Promise<{ url: string; close: () => void }> {
  const child = spawn(process.execPath, [join(root, 'e2e/bench/prepared-server.mjs'), JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), close: () => void child.stdin.end() }
}

/** Runs a peer to its end. @returns what it printed */
export async function peer(name: string, ...args: string[]): Promise<{ ms: number; items: number }> {
  const child = spawn(process.execPath, [join(root, 'e2e/bench/peers', name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(child, 'close')
  return JSON.parse(text) as { ms: number; items: number }
}
