import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import { readBaseAddress } from '../../shared/base-address'
import { lintJson, positionOf } from '../../shared/passthrough/json-lint'
import { weeklyReport } from '../../shared/alerts/report'
import { alertLimits } from '../../shared/alerts/rule'
import { addressProblem } from '../../shared/mail/address'
import { mailServer } from '../../shared/mail/mail'
import { isLoopback, teamAddress } from '../../shared/team/team'

/** An absolute path, or the name of a systemd credential. */
const secretFile = z
  .string()
  .min(1)
  .max(1_000)
  .refine((text) => text.startsWith('/') || /^[\w.-]+$/.test(text), 'is neither an absolute path nor a plain name')

const path = z.string().max(1_000).startsWith('/', 'is not an absolute path')
function isZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const port = z.number().int().min(1).max(65_535)

/** In the desks' format: the team identifies a service by its address. */
const address = z
  .string()
  .max(2_000)
  .transform((text, context) => {
    const read = readBaseAddress(text)
    if ('url' in read) return read.url
    context.addIssue({ code: 'custom', message: read.problem })
    return z.NEVER
  })

const proxy = z
  .string()
  .max(2_000)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !new URL(text).username,
    'is not an address, as http://proxy.example.com:8080'
  )

const service = z.strictObject({ address, bearerTokenFile: secretFile.optional() })

const database = z
  .strictObject({
    ...teamAddress.shape,
    port: port.default(5_432),
    tls: z.boolean().default(true),
    passwordFile: secretFile.optional()
  })
  .refine(({ tls, host }) => tls || isLoopback(host), {
    path: ['tls'],
    message: 'may be false only for a database on this computer'
  })

/** Only where the file itself says so does a message go: what colleagues write in the database names no address. */
const alerts = z.strictObject({
  channels: z
    .array(
      z
        .strictObject({
          kind: z.enum(['slack', 'teams', 'webhook']),
          /** As in the rules. */
          name: z.string().min(1).max(alertLimits.channel),
          addressFile: secretFile,
          keyFile: secretFile.optional()
        })
        .refine(({ kind, keyFile }) => (kind === 'webhook') === (keyFile !== undefined), {
          path: ['keyFile'],
          message: 'belongs to a webhook, and to nothing else'
        })
    )
    .max(50)
    .default([]),
  /** Who may get mail. */
  recipients: z
    .array(z.string().refine((text) => addressProblem(text) === null, 'is no address'))
    .max(100)
    .default([]),
  /** Messages of one rule in 24 hours. */
  perDay: z.number().int().min(1).max(alertLimits.perDay).default(20)
})

const mail = z
  .strictObject({ ...mailServer.shape, user: z.string().max(320).default(''), passwordFile: secretFile.optional() })
  .partial({ fromName: true, replyTo: true })
  .refine(({ security, host }) => security !== 'none' || isLoopback(host), {
    path: ['security'],
    message: 'goes without encryption only on this computer'
  })

/** The open issues of each service, once a week, as CSV. */
const report = z.strictObject({
  folder: path,
  /** 0 is Sunday. */
  weekday: weeklyReport.shape.weekday.default(1),
  at: weeklyReport.shape.at.default('07:00'),
  zone: z.string().refine(isZone, 'is no time zone, as Europe/Berlin').default('UTC')
})

/** docs/walker.md lists the keys. */
const walkerFile = z
  .strictObject({
    /** The name on desks: "walked by …". */
    name: z
      .string()
      .min(1)
      .max(80)
      .regex(/^[\w.-]+$/, 'holds more than letters, digits, dots, - and _')
      .default(() =>
        hostname()
          .replace(/[^\w.-]/g, '-')
          .slice(0, 80)
      ),
    everyMinutes: z.number().int().min(1).max(1_440).default(10),
    /** On 127.0.0.1; absent: no metrics. */
    metricsPort: port.optional(),
    services: z.array(service).min(1).max(16),
    database,
    /** Between checks of a mapping; absent: it checks none. */
    mappingHours: z.number().int().min(1).max(720).optional(),
    /** Absent: it sends nothing. */
    alerts: alerts.optional(),
    mail: mail.optional(),
    /** Absent: it writes no file. */
    report: report.optional(),
    /** Extra CA certificates. */
    certificatesFile: path.optional(),
    proxy: proxy.optional()
  })
  .refine(({ services }) => new Set(services.map((one) => one.address)).size === services.length, {
    path: ['services'],
    message: 'names an address twice'
  })
  .refine(({ alerts, mail }) => mail !== undefined || (alerts?.recipients.length ?? 0) === 0, {
    path: ['mail'],
    message: 'is needed for recipients of alerts'
  })

export type WalkerConfig = z.infer<typeof walkerFile>

/** The walker cannot start: the message is for its administrator and holds no secret. */
export class NotConfigured extends Error {}

/** @throws NotConfigured naming the file and each wrong key */
export function readConfig(file: string): WalkerConfig {
  const text = textOf(file)
  const lint = lintJson(text)
  if (lint) {
    const { line, column } = positionOf(text, lint.at)
    throw new NotConfigured(`${file} is not sound JSON at line ${line}, column ${column}: ${lint.message}`)
  }
  const read = walkerFile.safeParse(JSON.parse(text))
  if (read.success) return read.data
  throw new NotConfigured([`${file} cannot be used:`, ...read.error.issues.flatMap(wordsOf)].join('\n  '))
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  } catch (thrown) {
    throw new NotConfigured(`${file} cannot be read: ${(thrown as Error).message}`)
  }
}

/** Unknown keys share an issue. Never a value, which may be a misplaced secret. */
function wordsOf(issue: z.core.$ZodIssue): string[] {
  const at = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return [`${at || 'the file'}: ${issue.message}`]
  return issue.keys.map((key) => `${at ? `${at}.` : ''}${key}: there is no such key`)
}
