import { describe, expect, it } from 'vitest';
import { ADDONS, findAddon, pitrDaysOf, presentVariant, variantId } from './list-addons.ts';

describe('variants of add-ons', () => {
  it('are found by the ids they are shown with', () => {
    expect(ADDONS.map((addon) => findAddon(variantId(addon)))).toEqual(ADDONS);
    expect(ADDONS.map(variantId)).toEqual(
      expect.arrayContaining(['ci_micro', 'ci_2xlarge', 'pitr_7', 'pitr_14', 'pitr_28']),
    );
  });

  it.each(['', 'ci_nano', 'pitr_8', 'pitr_', 'ci_small ', 'ipv4_default'])('do not include %j', (id) => {
    expect(findAddon(id)).toBeUndefined();
  });

  it('say what a size is', () => {
    expect(presentVariant({ type: 'compute_instance', size: 'small' })).toMatchObject({
      id: 'ci_small',
      name: 'Small',
      price: { amount: 0 },
      meta: { memory_gb: 2, connections_direct: 90 },
    });
    expect(presentVariant({ type: 'compute_instance', size: '2xlarge' }).name).toBe('2Xlarge');
  });

  it.each([
    [1, 7],
    [7, 7],
    [13, 7],
    [14, 14],
    [30, 28],
    [365, 28],
  ])('promise no more than %d days of backups give', (kept, shown) => {
    expect(pitrDaysOf(kept)).toBe(shown);
  });
});
