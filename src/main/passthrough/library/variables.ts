import { AppError } from '../../../shared/errors'
import type { Variable } from '../../../shared/passthrough/passthrough'
import { variableProblem } from './clean-draft'
import type { Masker } from '../../secrets/masker'
import type { Shelves } from './shelves'

/** Variables are not secrets and are stored in plain text. */
export class Variables {
  constructor(
    private readonly shelves: Shelves,
    private readonly masker: Pick<Masker, 'holds'>
  ) {}

  async list(workspaceId: string): Promise<Variable[]> {
    const { store } = await this.shelves.forPlain()
    return store.variables({ workspaceId })
  }

  /** Replaces all variables. @throws AppError invalid-input with `fields` */
  async set(workspaceId: string, variables: Variable[]): Promise<Variable[]> {
    const fields: Record<string, string> = {}
    const seen = new Set<string>()
    variables.forEach(({ name, value }, index) => {
      if (seen.has(name)) fields[`variables.${index}.name`] = 'This name occurs twice.'
      seen.add(name)
      const problem = variableProblem(value, this.masker)
      if (problem) fields[`variables.${index}.value`] = problem
    })
    const [problem] = Object.values(fields)
    if (problem !== undefined) throw new AppError('invalid-input', problem, { fields })
    const { store } = await this.shelves.forPlain()
    await store.putVariables({ workspaceId, variables })
    return variables
  }
}
