// Each letter that the server took is written down as sent or unknown, and arrived once; each that is cut off is named. No
// customer of a campaign gets it twice, or more than its one reminder.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { killHistory, seeded } from './writer.mjs'

/** @throws if a letter left twice, or is lost */
export async function killLetters(options) {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-smtp-'))
  const taken = join(folder, 'taken')
  writeFileSync(taken, '')
  const random = seeded(options.seed + 1)
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false },
    onData(stream, _, done) {
      let text = ''
      stream.on('data', (part) => (text += part))
      stream.on('end', () => {
        // As a server that crashes does not: what it said yes to, it has.
        appendFileSync(taken, `${/^Message-ID: <([^@]+)@/im.exec(text)?.[1]}\n`)
        setTimeout(done, random() * 15)
      })
    }
  })
  // A client that dies is no fault of the server.
  server.on('error', () => undefined)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env.SMTP_PORT = String(server.server.address().port)
  process.env.SMTP_TAKEN = taken
  process.env.KILLS_BEGAN = String(Date.now())
  try {
    const nextRound = (last) => (last?.round ?? -1) + 1
    await killHistory({ program: 'kill-letters', latestMs: 1800, nextRound, ...options })
    return `${readFileSync(taken, 'utf8').split('\n').length - 1} letters arrived`
  } finally {
    await new Promise((resolve) => server.close(resolve))
    rmSync(folder, { recursive: true, force: true })
  }
}
