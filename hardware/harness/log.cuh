// Runs a test, and writes its part of the log.
#pragma once
#include "script.cuh"

static std::string text_of(unsigned long long value, const Observed &one) {
  if (!one.is_signed) return std::to_string(value);
  const int unused = 64 - 8 * one.bytes;
  return std::to_string((long long)(value << unused) >> unused);
}

static std::string quoted(const char *text) {
  std::string made = "\"";
  for (; *text; ++text) {
    if (*text == '"' || *text == '\\') made += '\\';
    made += *text;
  }
  return made + "\"";
}

struct Options {
  unsigned long long times = 1000000, seed = 1;
  double seconds = 30;
  // A test that says nothing for this long does not end: by default, twice the seconds and ten more.
  double silence = 0;
  // No test begins later than this.
  double limit = 1e9;
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
  int settings = 16, setting = -1;
  std::vector<std::string> only;
};

// Runs a test until it has run often or long enough. Returns its part of the log.
static std::string run_test(const Test &test, const Memory &memory, const Options &options, const std::vector<Stress> &stress, int processors) {
  Tables tables = {};
  tables.initial_count = test.initial_count;
  std::copy(test.initial, test.initial + test.initial_count, tables.initial);
  tables.observed_count = test.observed_count;
  std::copy(test.observed, test.observed + test.observed_count, tables.observed);
  tables.location_count = test.location_count;
  for (int l = 0; l < test.location_count; ++l) {
    tables.bytes[l] = test.locations[l].bytes;
    tables.space[l] = test.locations[l].space;
  }
  CHECK(cudaMemset(memory.counts, 0, sizeof(Counts)));
  const Loaded loaded = test.script == nullptr ? Loaded() : load(*test.script);
  const auto began = std::chrono::steady_clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
  unsigned long long times = 0;
  const unsigned long long share = std::max(1ull, options.times / stress.size());
  for (unsigned i = 0; times < options.times && (i == 0 || passed() < options.seconds); ++i) {
    const unsigned wanted = (unsigned)std::min({share, options.times - times, 1ull << 20});
    const Stress &how = stress[options.setting < 0 ? i % stress.size() : options.setting % stress.size()];
    times += test.script == nullptr ? launch(test, memory, how, tables, wanted, processors)
                                    : run_script(test, memory, how, tables, loaded, wanted, processors);
    CHECK(cudaDeviceSynchronize());
  }
  if (test.script != nullptr) unload(loaded);
  CHECK(cudaMemcpy(memory.host_counts, memory.counts, sizeof(Counts), cudaMemcpyDeviceToHost));
  const Counts &counts = *memory.host_counts;
  if (counts.lost > 0) { fprintf(stderr, "%s: too many states\n", test.name); exit(3); }
  std::map<std::vector<unsigned long long>, unsigned long long> states;
  for (const State &state : counts.states)
    if (state.count > 0) states[std::vector<unsigned long long>(state.values, state.values + test.observed_count)] += state.count;
  std::string log = "{\"test\": " + quoted(test.name) + ", \"hash\": \"" + test.hash + "\", \"times\": " + std::to_string(times) +
                    ", \"gaveUp\": " + std::to_string(counts.gave_up) + ", \"missed\": " + std::to_string(counts.missed) +
                    ", \"seconds\": " + std::to_string(passed()) + (loaded.note.empty() ? "" : ", \"note\": " + quoted(loaded.note.c_str())) + ", \"states\": [";
  bool first = true;
  for (const auto &[values, number] : states) {
    log += first ? "" : ", ";
    first = false;
    log += "{\"count\": " + std::to_string(number) + ", \"values\": {";
    for (int k = 0; k < test.observed_count; ++k)
      log += (k == 0 ? "" : ", ") + quoted(test.observed[k].name) + ": \"" + text_of(values[k], test.observed[k]) + "\"";
    log += "}}";
  }
  return log + "]}";
}

static std::string entry_of(const Test &test, const char *what, const std::string &why) {
  return "{\"test\": " + quoted(test.name) + ", \"hash\": \"" + test.hash + "\", \"" + what + "\": " + quoted(why.c_str()) + "}";
}
