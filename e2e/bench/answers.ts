import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../fixtures/app'

/** Also writes files `<MB>.json`. */
export async function answerServer(folder: string): Promise<{ url: string; close: () => void }> {
  const child = spawn(process.execPath, [join(root, 'e2e/bench/answer-server.mjs'), folder], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), close: () => void child.stdin.end() }
}
