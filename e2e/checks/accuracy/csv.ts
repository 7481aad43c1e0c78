import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/**
 * Rows of a gzipped CSV file without quoted values.
 *
 * @throws Error that names the file when it is missing or has other columns
 */
export function readRows(directory: string, name: string, columns: readonly string[]): string[][] {
  const [head = '', ...lines] = readGzip(directory, name).trim().split(/\r?\n/)
  if (head !== columns.join(',')) throw new Error(`${name} has the columns "${head}", not "${columns.join(',')}".`)
  return lines.map((line) => line.split(','))
}

export const readGzip = (directory: string, name: string): string => gunzipSync(readFileSync(join(directory, name))).toString('utf8')
