import { randomUUID } from 'node:crypto'
import { AppError, toAppError } from '../../shared/errors'
import type { ReplayPlan, StepResult, PlanStep } from '../../shared/mappings/change-log'
import type { Place } from '../../shared/workspaces/place'
import { Grant } from '../guard/grant'
import { refused, checkedDraft, checkedExpression } from './checks'
import type { FieldDesk } from './field-desk'
import type { MappingDesk } from './mapping-desk'
import type { Desk } from './desk'
import { Planner, type Making, type PreparedStep } from './planner'
import { isScope } from './in-effect'
import { nameToType, type ActRequest } from '../guard/confirmer'
import type { Target } from '../http/call'
import { leavingOf } from '../http/client'
import { changedMapping, newField, newMapping, type WriteRequest } from './requests'
import { callOf } from './writer'

/** `made`: ids of created fields, by step. */
interface Destination {
  to: Place
  made: ReadonlyMap<string, string>
}

/** Stands for the field of an earlier step until its id is known: see `Grant.learn`. */
const madeIn = (step: string) => `the field that step ${step} makes`

/**
 * Leaves out a step that is no longer possible: its turn refuses it.
 * @returns a grant for nothing if there is nothing to send @throws AppError cancelled if the operator does not confirm
 */
export async function confirmSteps(
  desk: Desk,
  there: Destination,
  steps: readonly PreparedStep[],
  signal: AbortSignal
): Promise<Grant> {
  const target = await desk.workspaces.target(there.to.workspaceId, there.to.region)
  const requests: ActRequest[] = []
  const integrations = new Map<string, string>()
  const ids = new Set(steps.map(({ step }) => step.id))
  for (const { step, make } of steps) {
    const wants = make?.kind === 'create-mapping' && 'step' in make.field ? make.field.step : null
    const request =
      make &&
      (wants === null || ids.has(wants) || there.made.has(wants)) &&
      (await requestOf(desk, there, make, target, signal).catch(() => null))
    if (!request) continue
    const { secrets = [] } = request
    const scope = make.kind === 'create-field' ? null : make.scope
    const about = scope?.kind === 'connector' ? [scope.key] : []
    requests.push({ leaving: leavingOf(target, callOf(request, '', signal)), secrets, about, what: wordsOf(step) })
    if (scope?.kind === 'integration') integrations.set(scope.slug, step.scopeName ?? '')
  }
  if (requests.length === 0) return new Grant([], 0, desk.now)
  const many = requests.length === 1 ? '1 change' : `${requests.length} changes`
  const note =
    'Each is sent once, in this order. A change that no longer fits is rejected; an unknown outcome stops the rest.'
  const typed = typedOf(integrations)
  const second = integrations.size > 0 ? ('integration-mapping' as const) : undefined
  const act = { second, place: there.to, title: `Apply ${many}?`, verb: `Apply ${many}`, note, requests, typed }
  return (await desk.confirmer.confirm(act, signal)).hold()
}

/** An integration's name, or the number of several. */
function typedOf(names: ReadonlyMap<string, string>): ReturnType<typeof nameToType> | null {
  const [first] = names
  if (!first) return null
  if (names.size > 1) return { label: 'Type the number of integrations', text: String(names.size) }
  const [slug, name] = first
  return nameToType('integration', name, slug)
}

async function requestOf(
  desk: Desk,
  { to, made }: Destination,
  make: Making,
  target: Target,
  signal: AbortSignal
): Promise<WriteRequest> {
  if (make.kind === 'create-field') return newField(checkedDraft(make.draft))
  const expression = await checkedExpression(make.expression, desk.check)
  if (make.kind === 'change-mapping') return changedMapping(make.mappingId, expression)
  const { field, scope } = make
  const fieldId = 'id' in field ? field.id : (made.get(field.step) ?? madeIn(field.step))
  const isConnector = scope.kind === 'connector'
  const token = isConnector ? (await desk.finder.find(to, target, scope.key, signal)).token : null
  return newMapping(fieldId, scope, token, expression)
}

function wordsOf({ id, kind, fieldName, scopeName, expression }: PlanStep): string {
  const words =
    kind === 'create-field' ? `create field ${fieldName}` : `map ${fieldName} for ${scopeName}: ${expression}`
  return `Change ${id}: ${words}`
}

interface KeptPlan {
  plan: ReplayPlan
  steps: PreparedStep[]
  /** Steps that ran or may have run: no step runs twice. */
  tried: Set<string>
  made: Map<string, string>
  running: boolean
}

type Outcome = Omit<StepResult, 'stepId'>

const mostPlans = 20
const noLongerTrue = (what: string): Outcome => ({ outcome: 'refused', message: `${what} Preview the changes again.` })

/** Replays this computer's fields and mappings at another place, exactly as confirmed. */
export class Replay {
  private readonly planner: Planner
  private readonly plans = new Map<string, KeptPlan>()

  constructor(
    private readonly desk: Desk,
    private readonly fields: FieldDesk,
    private readonly mappings: MappingDesk
  ) {
    this.planner = new Planner(desk)
  }

  /** A dry run. @throws AppError invalid-input if both places are the same; the errors of a call */
  async plan(from: Place, to: Place, signal: AbortSignal): Promise<ReplayPlan> {
    if (from.workspaceId === to.workspaceId && from.region === to.region)
      throw refused(null, 'Choose another workspace or region to copy to.')
    const steps = await this.planner.prepare(from, to, signal)
    const plan = { id: randomUUID(), madeAt: this.desk.now(), from, to, steps: steps.map(({ step }) => step) }
    this.plans.set(plan.id, { plan, steps, tried: new Set(), made: new Map(), running: false })
    for (const id of [...this.plans.keys()].slice(0, -mostPlans)) this.plans.delete(id)
    return plan
  }

  /**
   * Runs the chosen steps in order, after one confirmation. Refuses a step that no longer fits the plan. An unknown
   * outcome ends the replay; a cancel skips the rest.
   * @throws AppError not-found for an unknown plan; busy while it runs; cancelled if the operator does not confirm
   */
  async execute(planId: string, stepIds: readonly string[], signal: AbortSignal, tell: (result: StepResult) => void) {
    const kept = this.plans.get(planId)
    if (!kept) throw new AppError('not-found', 'This preview has expired. Preview the changes again.')
    if (kept.running) throw new AppError('busy', 'These changes are being applied already.')
    kept.running = true
    const results: StepResult[] = []
    try {
      let stop: string | null = null
      const steps = kept.steps.filter(({ step }) => stepIds.includes(step.id))
      const grant = await confirmSteps(this.desk, { to: kept.plan.to, made: kept.made }, untried(kept, steps), signal)
      for (const { step, make } of steps) {
        if (signal.aborted) stop ??= 'Cancelled.'
        const ended: Outcome = stop !== null ? skipped(stop) : await this.carryOut(kept, step.id, make, grant, signal)
        if (ended.outcome === 'unknown') stop = 'The outcome of the change before is unknown.'
        const result = { stepId: step.id, ...ended }
        results.push(result)
        tell(result)
      }
    } finally {
      kept.running = false
    }
    return { results }
  }

  private async carryOut(
    kept: KeptPlan,
    id: string,
    make: Making | null,
    grant: Grant,
    signal: AbortSignal
  ): Promise<Outcome> {
    if (!make) return skipped('Nothing to change.')
    if (kept.tried.has(id)) return skipped('This was tried before. Preview the changes again.')
    try {
      const { outcome, message } = await this.make(kept, id, make, grant, signal)
      if (outcome === 'done' || outcome === 'unknown') kept.tried.add(id)
      return { outcome, message }
    } catch (thrown) {
      const { code, message, info } = toAppError(thrown)
      if (code === 'cancelled') return skipped('Cancelled.')
      return { outcome: 'refused', message: Object.values(info.fields ?? {}).join(' ') || message }
    }
  }

  private async make(kept: KeptPlan, id: string, make: Making, grant: Grant, signal: AbortSignal): Promise<Outcome> {
    const { to } = kept.plan
    const target = await this.desk.workspaces.target(to.workspaceId, to.region)
    if (make.kind === 'create-field') {
      const { name, category, model } = make.draft
      const { fields } = await this.desk.book.list(target, signal)
      if (fields.some((one) => one.name === name && one.category === category && one.model === model))
        return noLongerTrue('The field has been created since.')
      const { field, ...change } = await this.fields.create(to, make.draft, signal, grant)
      if (field) {
        kept.made.set(id, field.id)
        grant.learn(field.id, madeIn(id))
      }
      return change
    }
    if (make.kind === 'create-mapping') {
      const fieldId = 'id' in make.field ? make.field.id : kept.made.get(make.field.step)
      if (fieldId === undefined) return skipped('Its field was not made.')
      const { mappings } = await this.desk.book.open(target, fieldId, signal)
      if (mappings.some(({ mapping }) => isScope(mapping.scope, make.scope)))
        return noLongerTrue('It has been mapped in this scope since.')
      return this.mappings.create(to, fieldId, make.scope, make.expression, signal, { grant })
    }
    const { mappings } = await this.desk.book.open(target, make.fieldId, signal)
    const now = mappings.find(({ mapping }) => mapping.id === make.mappingId)?.mapping
    if (now?.expression !== make.before) return noLongerTrue('The mapping has changed since.')
    return this.mappings.change(to, make.fieldId, make.mappingId, make.expression, signal, { grant })
  }
}

const untried = ({ tried }: KeptPlan, steps: PreparedStep[]) => steps.filter(({ step }) => !tried.has(step.id))

const skipped = (message: string): Outcome => ({ outcome: 'skipped', message })
