// Which entries of the matrices make which, worked out from the letters that a picture declares, as `Indices`
// does in Python (algebra.py) for the entry that is lit in a still picture.

const listed = (text) => text.split(" ").map((each) => each.split(":"));

/** The matrix that an entry belongs to. */
export const nameOf = (key) => key.slice(0, key.indexOf("-"));

export class Entries {
  /** `letters` is "A:ik B:kj C:ij", `sizes` "i:2 k:2 j:3", and `products` "C:A,B dA:G,B". */
  constructor({ letters, sizes, products }) {
    this.letters = new Map(listed(letters));
    this.sizes = listed(sizes).map(([letter, size]) => [letter, Number(size)]);
    this.products = listed(products).map(([name, factors]) => [name, factors.split(",")]);
  }

  /** The index of an entry, by letter. */
  at(key) {
    const [name, ...index] = key.split("-");
    return Object.fromEntries([...this.letters.get(name)].map((letter, n) => [letter, Number(index[n])]));
  }

  key(name, at) {
    return [name, ...[...this.letters.get(name)].map((letter) => at[letter])].join("-");
  }

  /** Every index that has the fixed letters, and runs along the others. */
  ways(fixed, letters) {
    const free = this.sizes.filter(([letter]) => letters.includes(letter) && !(letter in fixed));
    const along = (all, [letter, size]) =>
      all.flatMap((at) => Array.from({ length: size }, (_, n) => ({ ...at, [letter]: n })));
    return free.reduce(along, [fixed]);
  }

  /** The pairs of entries that are multiplied and added up for this one. */
  pairsOf(key) {
    const [, factors] = this.products.find(([name]) => name === nameOf(key)) ?? [];
    if (!factors) return [];
    const letters = factors.map((name) => this.letters.get(name)).join("");
    return this.ways(this.at(key), letters).map((at) => factors.map((name) => this.key(name, at)));
  }

  /** What this entry is multiplied by, and the entry that it goes into with it. */
  usesOf(key) {
    const own = nameOf(key);
    return this.products.filter(([, factors]) => factors.includes(own)).flatMap(([made, factors]) => {
      const other = factors.find((name) => name !== own);
      const ways = this.ways(this.at(key), this.letters.get(made));
      return ways.map((at) => [this.key(other, at), this.key(made, at)]);
    });
  }
}
