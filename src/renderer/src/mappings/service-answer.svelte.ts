import type { ServicePreview } from '../../../shared/mappings/lab'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { Task } from '../kit/task.svelte'
import type { Front } from './lab.svelte'

interface Question {
  key: string
  model: string
  expression: string
  sample: Front | null
}

export class ServiceAnswer extends Task {
  #client: Client
  #place: Place
  #answer = $state.raw<{ question: Question; preview: ServicePreview } | null>(null)

  constructor(client: Client, place: Place) {
    super()
    this.#client = client
    this.#place = place
  }

  answerTo(expression: string, sample: Front | null): ServicePreview | null {
    const { question, preview } = this.#answer ?? {}
    const same = question?.sample?.setId === sample?.setId && question?.sample?.index === sample?.index
    return preview && same && question?.expression === expression ? preview : null
  }

  async preview(question: Question): Promise<void> {
    if (this.running) return
    const preview = await this.attempt(() =>
      new Job(this.#client).ask('mappings:preview', { ...this.#place, ...question })
    )
    if (preview) this.#answer = { question, preview }
  }
}

/** null if one text is cut and both begin alike */
export function agree(ours: string, theirs: string): boolean | null {
  if (ours === theirs) return true
  try {
    return canonical(JSON.parse(ours)) === canonical(JSON.parse(theirs))
  } catch {
    const length = Math.min(ours.length, theirs.length)
    return ours.slice(0, length) === theirs.slice(0, length) ? null : false
  }
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner
  )
}
