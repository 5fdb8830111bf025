const text = { type: ['string', 'null'] }
const uuid = { type: ['string', 'null'], format: 'uuid' }
const uuids = { type: ['array', 'null'], items: { type: 'string', format: 'uuid' } }
/** An open set: others may be taken, too. */
const known = (...values: string[]) => ({ ...text, description: `Known: ${values.join(', ')}` })

/** Bodies that the contract itself declares, of creates without a meta operation (spec: operations, model writes). */
export const declaredSchemas: Readonly<Record<string, object>> = {
  '/api/ats/v1/activities': {
    type: 'object',
    required: ['user', 'activity_type', 'body', 'visibility', 'candidate'],
    properties: {
      user: uuid,
      activity_type: known('NOTE', 'EMAIL', 'OTHER'),
      subject: text,
      body: text,
      visibility: known('ADMIN_ONLY', 'PUBLIC', 'PRIVATE'),
      candidate: uuid
    }
  },
  '/api/ats/v1/jobs': {
    type: 'object',
    properties: {
      name: text,
      description: text,
      code: text,
      template_id: text,
      status: known('OPEN', 'CLOSED', 'DRAFT', 'ARCHIVED', 'PENDING', '-'),
      confidential: { type: ['boolean', 'null'] },
      openings: { type: ['integer', 'null'] },
      departments: uuids,
      offices: uuids,
      hiring_managers: uuids,
      recruiters: uuids,
      remote_user_id: uuid,
      job_posting_urls: {
        type: ['array', 'null'],
        items: { type: 'object', required: ['value', 'url_type'], properties: { value: text, url_type: text } }
      }
    }
  }
}
