import { counted } from '../../kit/format'

export const writeWords = {
  view: { name: 'Written as', form: 'Form', json: 'JSON' },
  schema: {
    name: 'Schema',
    reload: 'Reload schema',
    noConnector: 'Choose a connector to load its schema',
    noOperation: 'Choose what to create',
    reading: (integration: string) => `Loading the fields of ${integration}…`,
    ready: (fields: number, integration: string, required: number) =>
      `${counted(fields, 'field')} of ${integration}, ${required} required`,
    none: 'No schema. Write JSON instead.',
    mayWork: 'The request may still work.',
    failed: 'The schema could not be loaded.',
    unclear: 'This schema cannot be shown as a form.'
  },
  form: {
    name: 'Fields of the new record',
    required: 'required',
    noForm: 'The JSON cannot be shown as a form',
    noObject: 'It is not an object.',
    noJson: 'It is not valid JSON, or has a variable outside a string.',
    editJson: 'Edit as JSON',
    choose: 'Choose',
    empty: 'Not set',
    example: (example: string) => `e.g. ${example}`,
    null: 'null',
    clear: 'Clear',
    sendNull: 'Send null',
    item: (name: string, number: number) => `${name} ${number}`,
    remove: (name: string, number: number) => `Remove ${name} ${number}`,
    removeTitle: 'Remove',
    add: (name: string) => `Add to ${name}`
  },
  key: {
    withKey: 'Each Send uses a new idempotency key. For 5 minutes you can send the same request again with that key.',
    withoutKey: 'The API accepts no idempotency key for this. Sending it twice creates two records.'
  },
  check: {
    notNull: 'This cannot be null.',
    pattern: (pattern: string) => `The schema requires ${pattern}.`,
    requiredOrNull: 'This is required. It can be null.',
    required: 'This is required.',
    unknown: (name: string) => `The schema has no “${name}”. The API probably ignores it.`,
    type: {
      object: 'This must be an object.',
      list: 'This must be a list.',
      text: 'This must be text.',
      boolean: 'This must be true or false.',
      number: 'This must be a number.',
      whole: 'This must be a whole number.'
    },
    choice: (values: readonly string[]) => `This must be one of ${values.join(', ')}.`,
    least: {
      items: (least: number) => `At least ${counted(least, 'item')}.`,
      characters: (least: number) => `At least ${counted(least, 'character')}.`,
      number: (least: number) => `At least ${least}.`
    },
    most: {
      items: (most: number) => `At most ${counted(most, 'item')}.`,
      characters: (most: number) => `At most ${counted(most, 'character')}.`,
      number: (most: number) => `At most ${most}.`
    },
    formats: {
      date: 'a date',
      'date-time': 'a date with a time',
      time: 'a time',
      email: 'an email address',
      uuid: 'a UUID',
      uri: 'a URL'
    },
    format: (name: string) => `This does not look like ${name}.`
  }
}
