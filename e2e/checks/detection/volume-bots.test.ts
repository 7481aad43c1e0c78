import { describe, expect, it } from 'vitest'
import { simulateFindings } from './scripted.ts'

const HOUR = 3600

describe('volume bots', () => {
  it('repeatedly buy and sell the same amount', () => {
    const { tagged } = simulateFindings((write) => {
      write.payFromExchange('bot', 50)
      for (let i = 0; i < 15; i++) {
        write.wait(600)
        write.buy('bot', 1)
        write.blocks(3)
        write.sell('bot', 1)
      }
    })
    expect(tagged('volume_bot')).toEqual(['bot'])
  })

  it('buy for hours and sell nearly all of it for hours, but not half of it', () => {
    const { tagged } = simulateFindings((write) => {
      const wallets = ['bot', 'person']
      for (const wallet of wallets) write.payFromExchange(wallet, 50)
      for (const sells of [false, true]) {
        for (let i = 0; i < 12; i++) {
          write.wait(600)
          if (!sells) for (const wallet of wallets) write.buy(wallet, 0.1)
          else {
            write.sell('bot', 0.9 / (12 - i))
            write.sell('person', 0.06)
          }
        }
      }
    })
    expect(tagged('volume_bot')).toEqual(['bot'])
  })

  it('first buy what they then sell and buy back', () => {
    const { tagged } = simulateFindings((write) => {
      write.payFromExchange('bot', 50)
      write.buy('bot', 5)
      for (let i = 0; i < 12; i++) {
        write.wait(600)
        write.sell('bot', 0.1)
        write.wait(600)
        write.buy('bot', 0.5)
      }
    })
    expect(tagged('volume_bot')).toEqual(['bot'])
  })

  it('are neither one-way traders nor sandwich bots', () => {
    const { tagged } = simulateFindings((write) => {
      write.payFromExchange('person', 50)
      write.payFromExchange('sandwich bot', 50)
      for (let i = 0; i < 25; i++) {
        write.wait(600)
        write.buy('person', 0.2)
        if (i % 5 === 0) write.sell('person', 0.1)
      }
      for (let i = 0; i < 8; i++) {
        write.wait(HOUR)
        write.buy('sandwich bot', 2)
        write.buy('person', 1)
        write.sell('sandwich bot', 1)
      }
    })
    expect(tagged('volume_bot')).toEqual([])
  })
})

describe('roles by behaviour', () => {
  it('a presale receives coins from many and sends each tokens at one price', () => {
    const { tagged } = simulateFindings((write) => {
      const buyers = write.people('buyer', 25)
      write.payFromExchange('seller', 200)
      write.buy('seller', 100)
      for (const [i, buyer] of buyers.entries()) {
        write.payFromExchange(buyer, 9)
        write.pay(buyer, 'seller', 1 + i / 10)
        write.wait(60)
        write.send('seller', buyer, 1_000_000 * (1 + i / 10))
      }
    })
    expect(tagged('presale')).toEqual(['seller'])
  })

  it('a vesting contract pays few wallets monthly', () => {
    const { tagged } = simulateFindings((write) => {
      write.contracts.push('lock', 'shop')
      write.payFromExchange('founder', 200)
      write.buy('founder', 100)
      write.send('founder', 'lock', 10_000_000)
      write.send('founder', 'shop', 10_000_000)
      for (let month = 0; month < 5; month++) {
        write.wait(30 * 24 * HOUR)
        write.send('lock', 'founder', 1_000_000)
        for (const customer of write.people(`customer ${month}`, 4)) write.send('shop', customer, 10_000)
      }
    })
    expect(tagged('vesting')).toEqual(['lock'])
  })
})
