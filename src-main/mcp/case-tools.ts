import { z } from 'zod'
import type { CallBody } from '../../src-client/api.ts'
import type { Answer, Client } from '../../src-client/client.ts'
import { EVIDENCE_MAX } from '../../src-shared/contract/limits.ts'
import { caseNote, newNoteText, noteTarget, type ChangedCase } from '../../src-shared/contract/records/cases.ts'
import { caseFinding, evidenceRef, findingText } from '../../src-shared/contract/records/findings.ts'
import type { Computed } from './part-answer.ts'

/** The tools that write into a case. A change names the revision that it is based on, so the case is read first. */

const case_id = z.string().max(64).optional().meta({ description: 'By default the most recently changed case, or a new one if there is none' })
const inCase = { case_id: z.string(), case_name: z.string().nullable() }

const noteArguments = z.object({
  case_id,
  target: noteTarget.optional().meta({ description: 'What the note is about; by default the case' }),
  text: newNoteText,
})

export const addNote: Computed = {
  takes: noteArguments,
  returns: z.object({ note: caseNote.extend(inCase) }),
  async read(client, values) {
    const { case_id: id, target = { kind: 'case' }, text } = noteArguments.parse(values)
    const answer = await changeCase(client, id, { op: 'add_note', target, text })
    return [{ name: 'note', answer: added(answer) }]
  },
}

const findingArguments = z.object({ case_id, text: findingText, evidence: z.array(evidenceRef).max(EVIDENCE_MAX) })

export const addFinding: Computed = {
  takes: findingArguments,
  returns: z.object({ finding: caseFinding.extend(inCase) }),
  async read(client, values) {
    const { case_id: id, text, evidence } = findingArguments.parse(values)
    const answer = await changeCase(client, id, { op: 'add_finding', text, evidence })
    return [{ name: 'finding', answer: added(answer) }]
  },
}

type Change = CallBody<'changeCase'>['command']

async function changeCase(client: Client, named: string | undefined, command: Change): Promise<Answer<ChangedCase>> {
  const { id, revision } = await openCase(client, named)
  return client.call('changeCase', { params: { id }, body: { revision, command } })
}

async function openCase(client: Client, id: string | undefined) {
  const { cases } = (await client.call('cases', {})).value
  if (id !== undefined) return cases.find((each) => each.id === id) ?? (await client.call('openCase', { params: { id } })).value
  return cases[0] ?? (await client.call('createCase', { body: { name: null } })).value
}

function added(answer: Answer<ChangedCase>): Answer<object> {
  const { id, name, changes } = answer.value
  const [change] = changes ?? []
  return { ...answer, value: { ...(typeof change?.after === 'object' ? change.after : {}), case_id: id, case_name: name } }
}
