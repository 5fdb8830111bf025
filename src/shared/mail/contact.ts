import { z } from 'zod'
import { ownName } from '../own-name'
import { addressProblem, contactLimits, contactNameProblem } from './address'

/** `relinks`: asks for a relink go to this person. */
export const contact = z.strictObject({
  address: ownName(z.string().refine((text) => addressProblem(text) === null, 'is no address')),
  name: ownName(z.string().refine((text) => contactNameProblem(text) === null, 'is no name')),
  /** ISO 639-1, in small letters; empty if unknown. */
  language: ownName(z.string().regex(/^(?:[a-z]{2})?$/)),
  relinks: z.boolean()
})
export type Contact = z.infer<typeof contact>

export const originId = ownName(z.string().min(1).max(contactLimits.originId))
export const contacts = z.array(contact).max(contactLimits.contacts)

export const customerContacts = z.strictObject({ originId, contacts })
export type CustomerContacts = z.infer<typeof customerContacts>

/** One line of a CSV file. `contact`: null with a problem. */
export const contactRow = z.object({
  /** Counted from 1, without the head. */
  line: z.number(),
  originId: ownName(z.string()),
  /** As the file calls the customer: it only suggests an origin ID. */
  customer: z.string(),
  contact: contact.nullable(),
  problem: z.string().nullable()
})
export type ContactRow = z.infer<typeof contactRow>
