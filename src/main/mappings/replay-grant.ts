import type { PlanStep } from '../../shared/mappings/change-log'
import type { Place } from '../../shared/workspaces/place'
import { nameToType, type ActRequest } from '../guard/confirmer'
import { Grant } from '../guard/grant'
import type { Target } from '../http/call'
import { leavingOf } from '../http/client'
import { checkedDraft, checkedExpression } from './checks'
import type { Desk } from './desk'
import type { Making, PreparedStep } from './planner'
import { changedMapping, newField, newMapping, type WriteRequest } from './requests'
import { callOf } from './writer'

/** Where the steps go. `made`: ids of fields that steps before brought, by step. */
interface Destination {
  to: Place
  made: ReadonlyMap<string, string>
}

/** The placeholder for a field of an earlier step until its id is known: see `Grant.learn`. */
export const madeIn = (step: string) => `the field that step ${step} makes`

/**
 * The operator's permission for a list of steps, each as it will be sent. A step that cannot be made any more is not
 * among them: it is refused when its turn comes.
 * @returns a grant for nothing where there is nothing to send @throws AppError cancelled where it is not confirmed
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
    requests.push({ leaving: leavingOf(target, callOf(request, '', signal)), secrets, what: wordsOf(step) })
    if (make.kind !== 'create-field' && make.scope.kind === 'integration')
      integrations.set(make.scope.slug, step.scopeName ?? '')
  }
  if (requests.length === 0) return new Grant([], 0, desk.now)
  const many = requests.length === 1 ? '1 change' : `${requests.length} changes`
  const note =
    'Each is sent once, in this order. A change that no longer fits is rejected; an unknown outcome stops the rest.'
  const typed = typedOf(integrations)
  const act = { place: there.to, title: `Apply ${many}?`, verb: `Apply ${many}`, note, requests, typed }
  return (await desk.confirmer.confirm(act, signal)).hold()
}

/** What reaches all customers of an integration is agreed to by its name, of several by their number. */
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
