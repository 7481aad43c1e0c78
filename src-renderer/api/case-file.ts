import { buildPath, type Client } from '../../src-client/client.ts'
import { ROUTE_DATA } from './contract.data.ts'

/** The case file of a case, or its report as HTML, as the service writes it. */
export async function readCaseFile({ session }: Client, route: 'caseFile' | 'caseReport', id: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(session.origin + buildPath(ROUTE_DATA[route].path, { params: { id } }), { headers: { 'X-API-Key': session.key } })
  if (!response.ok) throw new Error(`The service answered ${response.status}.`)
  return new Uint8Array(await response.arrayBuffer())
}
