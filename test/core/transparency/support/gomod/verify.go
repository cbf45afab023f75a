// Command verify checks logs with golang.org/x/mod/sumdb, the code of Go's checksum database. It reads a JSON array of
// checks from stdin, and writes a JSON array with their results.
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type check struct {
	// note, inclusion, consistency or log
	Do    string
	Vkey  string
	Note  string
	Entry []byte
	Index int64
	// The older size and root.
	First     int64
	FirstRoot tlog.Hash
	Size      int64
	Root      tlog.Hash
	Path      []tlog.Hash
	// The directory of a log that is published as tiles, and the leaves and older sizes to prove.
	Directory string
	Indexes   []int64
	Firsts    []int64
	// Whether all tiles are recomputed from all entries.
	All bool
	// The bit of the tile or bundle at FlipPath that is changed, if there is a path.
	FlipPath string
	FlipBit  int
}

type result struct {
	// Empty if the check succeeded.
	Error string
	// The text of a note, and the number of its signatures by known and by other keys.
	Text       string
	Verified   int
	Unverified int
	// The proofs of Indexes and of Firsts.
	Inclusion   []tlog.RecordProof
	Consistency []tlog.TreeProof
}

func main() {
	var checks []check
	if err := json.NewDecoder(os.Stdin).Decode(&checks); err != nil {
		log.Fatal(err)
	}
	results := make([]result, len(checks))
	for i, c := range checks {
		if err := run(c, &results[i]); err != nil {
			results[i].Error = err.Error()
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		log.Fatal(err)
	}
}

func run(c check, r *result) error {
	switch c.Do {
	case "note":
		return openNote(c.Vkey, []byte(c.Note), r)
	case "inclusion":
		return tlog.CheckRecord(c.Path, c.Size, c.Root, c.Index, tlog.RecordHash(c.Entry))
	case "consistency":
		return tlog.CheckTree(c.Path, c.Size, c.Root, c.First, c.FirstRoot)
	case "log":
		return readLog(c, r)
	}
	return fmt.Errorf("unknown check %q", c.Do)
}

func openNote(vkey string, text []byte, r *result) error {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return err
	}
	opened, err := note.Open(text, note.VerifierList(verifier))
	if err != nil {
		return err
	}
	r.Text, r.Verified, r.Unverified = opened.Text, len(opened.Sigs), len(opened.UnverifiedSigs)
	return nil
}

// readLog verifies the checkpoint, and proves leaves and older sizes from tiles. The entry of each leaf is read from its
// bundle. TileHashReader does not verify every tile before version 0.40.0 (CVE-2026-56865), so the proofs that are made of
// tiles are verified too.
func readLog(c check, r *result) error {
	signed, err := os.ReadFile(filepath.Join(c.Directory, "checkpoint"))
	if err != nil {
		return err
	}
	if err := openNote(c.Vkey, signed, r); err != nil {
		return err
	}
	lines := strings.Split(r.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return err
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil {
		return err
	}
	tiles := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, &reader{c})
	for _, index := range c.Indexes {
		proof, err := tlog.ProveRecord(size, index, tiles)
		if err != nil {
			return err
		}
		entry, err := readEntry(c, size, index)
		if err != nil {
			return err
		}
		if err := tlog.CheckRecord(proof, size, root, index, tlog.RecordHash(entry)); err != nil {
			return err
		}
		r.Inclusion = append(r.Inclusion, proof)
	}
	for _, first := range c.Firsts {
		proof, err := tlog.ProveTree(size, first, tiles)
		if err != nil {
			return err
		}
		firstRoot, err := tlog.TreeHash(first, tiles)
		if err != nil {
			return err
		}
		if err := tlog.CheckTree(proof, size, root, first, firstRoot); err != nil {
			return err
		}
		r.Consistency = append(r.Consistency, proof)
	}
	if c.All {
		return recompute(c, size, root)
	}
	return nil
}

// recompute computes the tree and all tiles from the entries, and compares them with the root and with the files.
func recompute(c check, size int64, root tlog.Hash) error {
	var hashes []tlog.Hash
	stored := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			found[i] = hashes[index]
		}
		return found, nil
	})
	for index := int64(0); index < size; index++ {
		entry, err := readEntry(c, size, index)
		if err != nil {
			return err
		}
		added, err := tlog.StoredHashes(index, entry, stored)
		if err != nil {
			return err
		}
		hashes = append(hashes, added...)
	}
	if found, err := tlog.TreeHash(size, stored); err != nil || found != root {
		return fmt.Errorf("the entries have the root %v (%v)", found, err)
	}
	for _, tile := range tlog.NewTiles(8, 0, size) {
		// Of the partial tiles of each size before, only the last one is published.
		if tile.W < 256 && int64(tile.W) != size>>(8*tile.L)-256*tile.N {
			continue
		}
		expected, err := tlog.ReadTileData(tile, stored)
		if err != nil {
			return err
		}
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		if found, err := readFile(c, path); err != nil || !bytes.Equal(found, expected) {
			return fmt.Errorf("%s differs from the entries (%v)", path, err)
		}
	}
	return nil
}

// reader reads tiles from files. tlog's paths begin with tile/<height>/, those of tlog-tiles only with tile/.
type reader struct{ check }

func (r *reader) Height() int { return 8 }

func (r *reader) SaveTiles([]tlog.Tile, [][]byte) {}

func (r *reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(tiles))
	for i, tile := range tiles {
		var err error
		if data[i], err = readFile(r.check, strings.Replace(tile.Path(), "tile/8/", "tile/", 1)); err != nil {
			return nil, err
		}
	}
	return data, nil
}

func readEntry(c check, size, index int64) ([]byte, error) {
	tile := tlog.Tile{H: 8, L: 0, N: index / 256, W: 256}
	if rest := size - tile.N*256; rest < 256 {
		tile.W = int(rest)
	}
	bundle, err := readFile(c, strings.Replace(tile.Path(), "tile/8/0/", "tile/entries/", 1))
	if err != nil {
		return nil, err
	}
	for skip := index % 256; ; skip-- {
		if len(bundle) < 2 || len(bundle) < 2+int(binary.BigEndian.Uint16(bundle)) {
			return nil, fmt.Errorf("bundle of entry %d ends within an entry", index)
		}
		end := 2 + int(binary.BigEndian.Uint16(bundle))
		if skip == 0 {
			return bundle[2:end], nil
		}
		bundle = bundle[end:]
	}
}

func readFile(c check, path string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(c.Directory, path))
	if err == nil && path == c.FlipPath {
		data[c.FlipBit/8] ^= 1 << (c.FlipBit % 8)
	}
	return data, err
}
