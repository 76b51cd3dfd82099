// SPDX-License-Identifier: Apache-2.0
// Goes before the search worker of the site (tools/site.sh). Japanese is written without blanks, so the worker would take a sentence for a
// word. Here runs of Chinese and Japanese characters become pairs of neighbours (時間刻み: 時間 間刻 刻み), in pages and in queries alike; a
// query needs all pairs of a run. Everything else is left to the worker.
(() => {
  const RUN = /[\u3005\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]+/g;
  const japanese = (text) => text.search(RUN) >= 0;

  // [text, place in it] of each pair, and of what stands between the runs.
  const pieces = (text) => {
    const found = [];
    let end = 0;
    for (const run of text.matchAll(RUN)) {
      if (run.index > end) found.push([text.slice(end, run.index), end]);
      end = run.index + run[0].length;
      for (let k = 0; k < Math.max(1, run[0].length - 1); k++) found.push([run[0].slice(k, k + 2), run.index + k]);
    }
    if (end < text.length) found.push([text.slice(end), end]);
    return found;
  };

  const split = (lunr, token) =>
    !japanese(token.toString())
      ? [token]
      : pieces(token.toString()).map(
          ([text, at]) =>
            new lunr.Token(text, { ...token.metadata, position: [(token.metadata.position ?? [0])[0] + at, text.length] })
        );

  const teach = (lunr) => {
    const { tokenizer, trimmer } = lunr;
    lunr.tokenizer = Object.assign((...words) => tokenizer(...words).flatMap((token) => split(lunr, token)), tokenizer);
    // The trimmer takes all that is not ASCII for punctuation.
    lunr.trimmer = (token) => (japanese(token.toString()) ? token : trimmer(token));
    lunr.Pipeline.registerFunction(lunr.trimmer, "trimmerJapanese");
    // The separator is set on the function that is there.
    Object.defineProperty(lunr.tokenizer, "separator", {
      get: () => tokenizer.separator,
      set: (value) => {
        tokenizer.separator = value;
      },
    });
  };

  let known;
  Object.defineProperty(self, "lunr", {
    configurable: true,
    get: () => known,
    set: (lunr) => {
      known = lunr;
      if (lunr && lunr.Pipeline && lunr.tokenizer) teach(lunr);
    },
  });

  const query = (text) =>
    text.replace(RUN, (run) => ` ${pieces(run).map(([pair]) => (run.length > 1 ? `+${pair}` : pair)).join(" ")} `).trim();
  const listen = self.addEventListener.bind(self);
  self.addEventListener = (type, heard, ...rest) =>
    listen(
      type,
      type !== "message"
        ? heard
        : (event) => heard(event.data && typeof event.data.data === "string" ? { data: { ...event.data, data: query(event.data.data) } } : event),
      ...rest
    );
})();
