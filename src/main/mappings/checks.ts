import { z } from 'zod'
import { AppError } from '../../shared/errors'
import type { JmespathProblem } from '../../shared/jmespath/jmespath'
import { expressionLength } from '../../shared/mappings/mapping'
import type { FieldDraft } from './requests'

export type CheckExpression = (expression: string) => Promise<JmespathProblem | null>

const nameLength = { min: 2, max: 128 } as const
const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+){0,64}$/
/** JMESPath reads line feeds and tabs as blanks; half characters cannot be sent as UTF-8. */
const unprintable = /(?![\n\t])[\p{Cc}\p{Cs}]/u

/** @param field the control's name; null if the window has no control for it */
export function refused(field: string | null, message: string): AppError {
  return new AppError('invalid-input', message, field === null ? {} : { fields: { [field]: message } })
}

/**
 * An id for a path: an empty id would reach the delete of the whole field, `..` another endpoint.
 * @throws AppError invalid-input
 */
export function checkedId(field: string | null, id: string): string {
  const trimmed = id.trim()
  if (z.guid().safeParse(trimmed).success) return trimmed.toLowerCase()
  throw refused(field, trimmed ? 'Not a valid ID: it must be a UUID.' : 'Enter an ID.')
}

/** @throws AppError invalid-input */
export function checkedName(name: string): string {
  if (name.length < nameLength.min || name.length > nameLength.max)
    throw refused('name', `A name has ${nameLength.min} to ${nameLength.max} characters; this has ${name.length}.`)
  if (!snakeCase.test(name))
    throw refused('name', 'Use snake_case: a–z, 0–9 and single underscores, with a letter first.')
  return name
}

/** @throws AppError invalid-input for a text that is empty or cannot be sent */
export function checkedText(field: string, text: string, what: string): string {
  const trimmed = text.trim()
  if (!trimmed) throw refused(field, `Choose ${what}.`)
  if (unprintable.test(trimmed)) throw refused(field, 'This contains invisible characters. Remove them.')
  return trimmed
}

/**
 * The service accepts text that is not JMESPath, and then fails every read that uses it. So the app parses it first.
 * @throws AppError invalid-input with `fields.expression`
 */
export async function checkedExpression(expression: string, check: CheckExpression): Promise<string> {
  const { min, max } = expressionLength
  const { length } = expression
  if (length < min || length > max)
    throw refused('expression', `An expression has ${min} to ${max} characters; this has ${length}.`)
  if (unprintable.test(expression)) throw refused('expression', 'This contains control characters. Remove them.')
  const problem = await check(expression)
  if (problem) throw refused('expression', problem.message)
  return expression
}

/** @throws AppError invalid-input with `fields` */
export function checkedDraft({ name, description, category, model }: FieldDraft): FieldDraft {
  return {
    name: checkedName(name),
    category: checkedText('category', category, 'a category'),
    model: checkedText('model', model, 'a model'),
    description: description.trim()
  }
}
