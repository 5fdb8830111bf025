import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../fixtures/app'

export interface Prepared {
  /** Default: 100,000 HRIS connectors and no others. */
  connectors?: number
  ats?: number
  lms?: number
  employees?: number
  /** ms per answer. */
  latencyMs?: number
}

/** In its own process. */
export async function prepared(options: Prepared): Promise<{ url: string; close: () => void }> {
  const child = spawn(process.execPath, [join(root, 'e2e/bench/prepared-server.mjs'), JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), close: () => void child.stdin.end() }
}

/**
 * Without arguments a peer prints its version.
 * @returns its output; null if it failed or is not installed
 */
export async function printed(program: string, file: string, args: string[] = []): Promise<string | null> {
  // The table tells that a peer is not installed.
  const errors = args.length > 0 ? 'inherit' : 'ignore'
  const child = spawn(program, [join(root, 'e2e/bench/peers', file), ...args], { stdio: ['ignore', 'pipe', errors] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, 'close').catch(() => [null])) as [number | null]
  return code === 0 ? text.trim() : null
}

/** @returns its figures */
export async function ran(program: string, file: string, args: string[]): Promise<{ ms: number; items: number }> {
  const text = await printed(program, file, args)
  if (text === null) throw new Error(`${file} ${args.join(' ')} did not come to its end.`)
  return JSON.parse(text) as { ms: number; items: number }
}

export const peer = (file: string, ...args: string[]) => ran(process.execPath, file, args)
