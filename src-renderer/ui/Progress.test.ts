import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Progress } from './Progress.tsx'

it('reaches 100 % only at the end', () => {
  const value = (done: number): string | undefined =>
    /aria-valuenow="(\d+)"/.exec(renderToStaticMarkup(createElement(Progress, { label: 'Read', done, total: 1000 })))?.[1]
  expect([0, 499, 999, 1000].map(value)).toEqual(['0', '49', '99', '100'])
})
