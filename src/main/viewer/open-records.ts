import type { BodySummary } from '../../shared/viewer/windows'
import type { KeptResponse, Responses } from './responses'
import type { ResponseViews } from './views'

/** More would push the operator's responses out of memory. */
const mostOpen = 4

/** Keeps the latest few opened records in the viewer. Their views offer no save. */
export class OpenRecords {
  private readonly ids: string[] = []

  constructor(
    private readonly responses: Pick<Responses, 'put' | 'drop'>,
    private readonly views: Pick<ResponseViews, 'open'>
  ) {}

  /** @throws AppError too-large */
  async open(
    id: string,
    record: Omit<KeptResponse, 'id' | 'suggestedName'>
  ): Promise<{ responseId: string; summary: BodySummary }> {
    this.forget(id)
    this.ids.push(id)
    for (const old of this.ids.slice(0, -mostOpen)) this.drop(old)
    this.responses.put(record, id)
    return { responseId: id, summary: await this.views.open(id) }
  }

  /** By prefix of the id. */
  dropAll(beginning: string): void {
    for (const id of this.ids.filter((one) => one.startsWith(beginning))) this.drop(id)
  }

  private drop(id: string): void {
    this.forget(id)
    this.responses.drop(id)
  }

  private forget(id: string): void {
    const at = this.ids.indexOf(id)
    if (at >= 0) this.ids.splice(at, 1)
  }
}
