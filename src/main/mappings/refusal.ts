import { mistakeOf } from '../../shared/error-words'
import { AppError, type ValidationIssue } from '../../shared/errors'

const controls: Record<string, string> = {
  custom_field_id: 'customFieldId',
  json_path: 'expression',
  integration_slug: 'scope',
  connector_token: 'scope',
  name: 'name',
  description: 'description',
  category: 'category',
  model: 'model'
}

/** Leaves out the sent input, which may hold a token; without `fields` if no control is known. */
export function atControls(error: AppError): AppError {
  const { detail, ...info } = withoutInput(error).info
  const fields: Record<string, string> = {}
  if (Array.isArray(detail)) {
    for (const issue of detail) {
      const control = controlOf(issue)
      if (control && !Object.hasOwn(fields, control)) fields[control] = mistakeOf(issue.msg)
    }
  }
  const known = Object.keys(fields).length > 0 && { fields }
  return new AppError('validation', error.message, { ...info, ...(detail !== undefined && { detail }), ...known })
}

/** The service repeats its input: `input` and `ctx` may hold a connector's token. */
export function withoutInput(error: AppError): AppError {
  const { detail } = error.info
  if (!Array.isArray(detail)) return error
  const said = detail.map(({ loc, msg, type }) => ({ loc, msg, type }))
  return new AppError(error.code, error.message, { ...error.info, detail: said })
}

function controlOf({ loc, msg }: ValidationIssue): string | undefined {
  const named = loc.findLast((part) => typeof part === 'string' && Object.hasOwn(controls, part))
  if (named !== undefined) return controls[named]
  return /integration_slug|connector_token/.test(msg) ? 'scope' : undefined
}
